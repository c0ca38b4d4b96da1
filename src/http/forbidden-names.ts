import { FaultList, type FieldErrors } from '../fault-list.ts';

/** Where a body that was refused has names that no field has, and that could change what objects inherit; null: it is not JSON. */
export function forbiddenNames(text: string): FieldErrors | null {
  const faults = new FaultList();
  try {
    addForbidden(JSON.parse(text), '', faults);
  } catch {
    return null;
  }
  return faults.isEmpty ? null : faults.errors;
}

function addForbidden(value: unknown, path: string, faults: FaultList): void {
  if (typeof value !== 'object' || value === null || faults.isFull) return;
  for (const name of Object.keys(value)) {
    const inner = Object.getOwnPropertyDescriptor(value, name)?.value;
    if (isForbidden(name, inner)) faults.add(path + name, () => 'is not known here');
    else addForbidden(inner, `${path}${name}.`, faults);
  }
}

const isForbidden = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));
