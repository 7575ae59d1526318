/** What whoever holds an error does next. */
export type Next = 'retry' | 'observe' | 'rebuild' | 'requote' | 'stop' | 'review';
