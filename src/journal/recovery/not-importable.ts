/** Why an attempt is not imported now. Takes the whole transaction back. */
export class NotImportable extends Error {
  /** `waits`: what is in its way passes by itself. `refused`: a person has to look. */
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
