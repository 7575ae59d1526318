/** Why an attempt is not imported now. Thrown to roll back the whole transaction. */
export class NotImportable extends Error {
  /** `waits`: the obstacle is temporary. `refused`: a person must check. */
  readonly kind: 'waits' | 'refused';

  constructor(kind: 'waits' | 'refused', why: string) {
    super(why);
    this.kind = kind;
  }
}

export function waits(why: string): NotImportable {
  return new NotImportable('waits', why);
}

export function refused(why: string): NotImportable {
  return new NotImportable('refused', why);
}
