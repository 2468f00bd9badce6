// The link of a seat: its secret stands behind `#`, which browsers keep to themselves, so the script sends it as a form.

function openSeat(): void {
  const form = document.querySelector<HTMLFormElement>("#seat-link");
  const field = form?.elements.namedItem("link");
  const secret = location.hash.slice(1);
  if (!form || !(field instanceof HTMLInputElement) || !secret) return;
  history.replaceState(null, "", location.pathname + location.search); // the secret is not kept in the history
  field.value = secret;
  form.submit();
}

export function startSeatLink(): void {
  openSeat();
  window.addEventListener("hashchange", openSeat);
}
