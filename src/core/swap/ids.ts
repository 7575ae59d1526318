/** Branded ids: all are UUID strings, but a `SwapId` cannot be passed as a `LeaseId`. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type SwapId = Branded<'SwapId'>;
export type OrderId = Branded<'OrderId'>;
export type StepId = Branded<'StepId'>;
export type LeaseId = Branded<'LeaseId'>;
export type AttemptId = Branded<'AttemptId'>;
export type ProofId = Branded<'ProofId'>;
export type WalletId = Branded<'WalletId'>;

/** Whether a text has the form of a swap id (a UUID). */
export function isSwapId(text: string): text is SwapId {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
