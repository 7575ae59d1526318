import type { Migration } from './migration.ts';

/** Kept free for another change that is made at the same time. */
export const reserved: Migration = { number: 17, name: 'reserved', statements: [] };
