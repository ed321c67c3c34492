/** How often lists and cards are read again, in milliseconds. React Query pauses while the page is hidden. */
export const pollMs = 5_000;

/** The same while something is about to change. */
export const transitionPollMs = 2_000;
