/** Returns the element of the page with this id, which the page has. */
export const findElement = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T;
