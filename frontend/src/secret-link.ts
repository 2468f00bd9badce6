// Links with a secret, of a seat or in a mail: it stands behind `#`, which browsers keep to themselves, so the script sends it as
// a form.

function openLink(): void {
  const form = document.querySelector<HTMLFormElement>("[data-secret-link]");
  const field = form?.elements.namedItem("link");
  const secret = location.hash.slice(1);
  if (!form || !(field instanceof HTMLInputElement) || !secret) return;
  history.replaceState(null, "", location.pathname + location.search); // the secret is not kept in the history
  field.value = secret;
  form.submit();
}

export function startSecretLink(): void {
  openLink();
  window.addEventListener("hashchange", openLink);
}
