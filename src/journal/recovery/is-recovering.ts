/**
 * SQL on a row of `signing_logs` next to `journal_instance`: the log was not read since the last
 * journal rollback, and no person retired it.
 */
export const isUnread = 'retired_at is null and read_epoch < epoch';

/** SQL on a row of `lost_attempts`: neither imported nor adopted by a person. */
export const isOpenLoss = 'adopted_at is null and imported_at is null';

/** SQL: whether the journal was rolled back and still lacks signed attempts. */
export const hasLosses = `exists (select from lost_attempts where ${isOpenLoss})`;

/** SQL: the newest commit in the journal before signing logs showed its losses. */
export const knownBefore = `(
  select case
    when ${hasLosses} or exists (select from signing_logs where ${isUnread}) then least(rolled_back_to, committed)
    else committed end
  from journal_instance)`;
