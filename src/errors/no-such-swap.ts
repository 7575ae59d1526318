import { FerrymanError } from './ferryman-error.ts';

export function noSuchSwap(id: string): FerrymanError {
  return new FerrymanError('NOT_FOUND', `there is no swap ${id}`);
}
