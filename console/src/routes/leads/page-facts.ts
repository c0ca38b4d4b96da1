/** Sizes in rem, so that rows grow with the browser's text. */
export const remPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
