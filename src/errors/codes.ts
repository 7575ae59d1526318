import { backupCodes } from './backup-codes.ts';
import { bookCodes } from './book-codes.ts';
import { cancelAndRetryCodes } from './cancel-and-retry-codes.ts';
import { hostCodes } from './host-codes.ts';
import { requestCodes } from './request-codes.ts';
import { serviceCodes } from './service-codes.ts';
import { swapCodes } from './swap-codes.ts';
import { treasuryCodes } from './treasury-codes.ts';

/** Every stable error code. Codes are never renamed or reused. */
export const errorCodes = {
  ...requestCodes,
  ...hostCodes,
  ...backupCodes,
  ...bookCodes,
  ...serviceCodes,
  ...swapCodes,
  ...cancelAndRetryCodes,
  ...treasuryCodes,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Whether a text, such as a stored reason's code, is a Ferryman error code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
