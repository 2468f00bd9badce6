// Buttons that print the page; without a script they are not there, and the browser's own menu does it.

export function startPrinting(): void {
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-print]")) window.print();
  });
}
