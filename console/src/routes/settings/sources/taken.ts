import { hasCode, isProblem } from '../../../api/problems.ts';

/** A source is refused because of its name, or because there are too many: only the words tell which. */
export const isTaken = (error: unknown): boolean =>
  hasCode(error, 'conflict') && isProblem(error) && error.detail.includes('this name');
