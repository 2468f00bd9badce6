// The whole log: it opens over the table, finds what is typed at once, and loads earlier rounds when the reader gets to them.

import { activate, onPageChange } from "./morph";

const DELAY = 150; // milliseconds after the last key
let timer: number | undefined;
let asked = 0; // the last search; answers of earlier ones are dropped

const nearby = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void loadRound(target as HTMLElement);
  },
  { rootMargin: "400px" },
);

function dialog(): HTMLDialogElement | null {
  const found = document.getElementById("over");
  return found instanceof HTMLDialogElement ? found : null;
}

/** A part of another page, null if the server does not answer with it. */
async function part(address: string, selector: string): Promise<Element | null> {
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html").querySelector(selector);
}

async function open(address: string): Promise<void> {
  const [over, log] = [dialog(), await part(address, "#whole-log")];
  if (!over || !log) {
    location.assign(address);
    return;
  }
  over.replaceChildren(log);
  if (!over.open) over.showModal();
  over.querySelector<HTMLElement>("input[type=search]")?.focus();
  changed();
}

async function loadRound(section: HTMLElement): Promise<void> {
  nearby.unobserve(section);
  const address = section.querySelector("a")?.href;
  const round = address ? await part(address, `.log-round[data-round="${section.dataset.round}"]`) : null;
  if (round && section.isConnected) section.replaceWith(round);
  changed();
}

async function search(form: HTMLFormElement): Promise<void> {
  const number = ++asked;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const found = await part(`${form.action}?${query}`, "#log-results");
  const results = document.getElementById("log-results");
  if (!found || !results || number !== asked) return;
  results.replaceChildren(...found.childNodes);
  results.scrollTop = 0;
  changed();
}

/** Look after what is new in the log: links, times and rounds to come. */
function changed(): void {
  const over = dialog();
  if (over?.open) activate(over);
  document.dispatchEvent(new Event("tielu:log"));
  for (const each of document.querySelectorAll(".log-round.waiting")) nearby.observe(each);
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const over = dialog();
  const opener = event.target.closest<HTMLAnchorElement>("a.open-log");
  if (opener && over) {
    event.preventDefault();
    void open(opener.href);
  } else if (over?.open && event.target === over) {
    over.close(); // a click beside it
  } else if (over?.open && event.target.closest("#over .close")) {
    event.preventDefault();
    over.close();
  } else if (over?.open && event.target.closest("#over li > a")) {
    over.close(); // the link leads to a position
  }
}

export function startWholeLog(): void {
  document.addEventListener("click", onClick);
  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>("#log-search") : null;
    if (!form) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void search(form), DELAY);
  });
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== "log-search") return;
    event.preventDefault();
    void search(event.target);
  });
  onPageChange(changed);
}
