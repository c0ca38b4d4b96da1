/** Sizes of text in charts, in pixels. */
export const TEXT = 13;
export const SMALL_TEXT = 12;

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a text is drawn. SVG neither wraps nor shortens text, so it is measured before. */
export function textWidth(text: string, size = TEXT, weight = 400): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null || pen === undefined) return text.length * size * 0.6;
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text, shortened between two letters (a letter of Devanagari may be several characters) so that it fits. */
export function fitText(text: string, room: number, size = TEXT, weight = 400): string {
  if (textWidth(text, size, weight) <= room) return text;
  const parts = Array.from(letters.segment(text), ({ segment }) => segment);
  let [least, most] = [0, parts.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (textWidth(`${parts.slice(0, middle).join('')}…`, size, weight) <= room) least = middle;
    else most = middle - 1;
  }
  return `${parts.slice(0, least).join('').trimEnd()}…`;
}
