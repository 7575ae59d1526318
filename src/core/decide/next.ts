/** What the holder of an error does next. */
export type Next = 'retry' | 'observe' | 'rebuild' | 'requote' | 'stop' | 'review';
