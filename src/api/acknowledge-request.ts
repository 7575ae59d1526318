import { z } from 'zod';
import { parseDecision, personNote } from './person-note.ts';

const body = z.strictObject({ note: personNote('say what was done') }, 'is not a JSON object');

/** What a person says of a swap to which money came after its end. @throws `INVALID_REQUEST` with every fault */
export function parseAcknowledgement(given: unknown): string {
  return parseDecision(body, given, 'acknowledgement').note;
}
