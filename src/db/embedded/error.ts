import { codeOf } from '../../error-code.ts';
import { OperatorError } from '../../operator-error.ts';

/** There is no data yet, and whoever asks may not make any. */
export class NoDatabaseError extends OperatorError {
  constructor(place: string) {
    const makers = '`leadline start`, `leadline migrate` or `leadline organization create`';
    super(`There is no Leadline database in ${place}: make one with ${makers}.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a file of that name is in the way',
};

export function reasonOf(error: unknown): string {
  const known = REASONS[codeOf(error) ?? ''];
  return known ?? (error instanceof Error ? error.message : String(error));
}

export const lastLines = (text: string, count: number): string => text.trim().split('\n').slice(-count).join('\n');
