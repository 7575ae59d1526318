import type { BitcoinEffects } from './bitcoin/guard/effects.ts';
import type { EvmEffects } from './evm/guard/effects.ts';
import type { SolanaEffects } from './solana/guard/effects.ts';
import type { TonEffects } from './ton/guard/effects.ts';
import type { TronEffects } from './tron/guard/effects.ts';

/** What the bytes of a transaction do: one member per chain family. */
export type Effects = EvmEffects | TronEffects | SolanaEffects | TonEffects | BitcoinEffects;

export type EffectsOf<Name extends Effects['family']> = Extract<Effects, { family: Name }>;

export type DecodedEffects = { ok: true; effects: Effects } | { ok: false; fault: string };
