/** The page before each page that was turned to, as long as the tab lives: the api only ever tells the next one. */
const pageBefore = new Map<string, string | null>();

export function rememberPage(page: string, before: string | null): void {
  pageBefore.set(page, before);
}

/** The page before (null: the newest), or undefined when this page was reached by its address. */
export const pageBeforeOf = (page: string): string | null | undefined => pageBefore.get(page);
