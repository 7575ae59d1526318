/**
 * SQL, of a row of `signing_logs` beside `journal_instance`: the log was not read since the journal
 * was rolled back last, and no person gave it up.
 */
export const isUnread = 'retired_at is null and read_epoch < epoch';

/** SQL, of a row of `lost_attempts`: neither imported nor answered for by a person. */
export const isOpenLoss = 'adopted_at is null and imported_at is null';

/** SQL: whether the journal was rolled back and has not got back all that was signed. */
export const hasLosses = `exists (select from lost_attempts where ${isOpenLoss})`;

/**
 * SQL: the newest commit that the journal knew before it learnt from signing logs what it had lost.
 */
export const knownBefore = `(
  select case
    when ${hasLosses} or exists (select from signing_logs where ${isUnread}) then least(rolled_back_to, committed)
    else committed end
  from journal_instance)`;
