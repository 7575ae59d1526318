import type { Address, Hex } from 'viem';
import type { EngineClient } from './chain-client.ts';

/** Contracts that have been put in the places of others. */
export interface ReplacedCode {
  set(address: Address, bytecode: Hex): Promise<void>;
  /** After blocks were taken back: the engine has the code of the last block that stayed. */
  putBack(): Promise<void>;
}

export function createReplacedCode(engine: EngineClient): ReplacedCode {
  const replaced = new Map<Address, Hex>();
  return {
    async set(address, bytecode) {
      await engine.setCode({ address, bytecode });
      replaced.set(address, bytecode);
    },
    async putBack() {
      for (const [address, bytecode] of replaced) await engine.setCode({ address, bytecode });
    },
  };
}
