// Accounts: passkeys, which only a script can ask the browser for, and the time zone of a new account.

import { onPageChange } from "./morph";

/** Ask the server what to sign, and the browser to do it; undefined if there is no passkey. */
async function askForPasskey(form: HTMLFormElement): Promise<PublicKeyCredential | undefined> {
  const answer = await fetch(form.dataset.options ?? "", {
    method: "POST",
    body: new URLSearchParams({ token: String(new FormData(form).get("token")) }),
    headers: { Accept: "application/json" },
  });
  if (!answer.ok) return undefined;
  const options = await answer.json();
  const credential =
    form.dataset.passkey === "register"
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return credential instanceof PublicKeyCredential ? credential : undefined;
}

async function usePasskey(form: HTMLFormElement): Promise<void> {
  const [button, failed] = [form.querySelector("button"), form.querySelector<HTMLElement>("[data-failed]")];
  const field = form.elements.namedItem("credential");
  if (!button || !failed || !(field instanceof HTMLInputElement) || button.disabled) return;
  button.disabled = true;
  failed.hidden = true;
  const credential = await askForPasskey(form).catch(() => undefined); // the reader may just have changed their mind
  button.disabled = false;
  if (!credential) {
    failed.hidden = false;
    return;
  }
  field.value = JSON.stringify(credential.toJSON());
  form.submit();
}

export function startAccount(): void {
  onPageChange(() => {
    const zone = document.querySelector<HTMLInputElement>("[data-time-zone]");
    if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const each of document.querySelectorAll<HTMLElement>("[data-passkey]"))
      each.hidden = !("PublicKeyCredential" in window);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.passkey) return;
    event.preventDefault();
    void usePasskey(form);
  });
}
