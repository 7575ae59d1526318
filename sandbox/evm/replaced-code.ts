import type { Address, Hex } from 'viem';
import type { EngineClient } from './chain-client.ts';

/** The contracts whose code the control server has replaced. */
export interface ReplacedCode {
  set(address: Address, bytecode: Hex): Promise<void>;
  /**
   * Sets the replaced code again after a reorganization, which restores the code of the last
   * remaining block.
   */
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
