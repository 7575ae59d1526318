import { isAddress } from 'viem';
import { assertNever } from '../core/assert-never.ts';
import type { Chain } from '../core/chains.ts';
import { parseBitcoinAddress, readBitcoinScript } from '../families/bitcoin/formats/address.ts';
import { decodeBase58 } from '../families/shared/formats/base58.ts';
import { readTonAddress } from '../families/ton/formats/address.ts';
import { isTonTestNetwork } from '../families/ton/formats/network.ts';
import { tronAccountOf } from '../families/tron/formats/address.ts';

/**
 * Accounts of which no key is known and that money is sent to for good: forms of the native coin and of nobody, and what explorers call burners
 * (etherscan.io, tronscan.org, solscan.io, mempool.space). Numbers up to 0xffff are contracts that clients have built in, and 0xdead.
 */
const burnt: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);
const mostBuiltIn = 0xffffn;

/** Why nothing is sent to an address; nothing where it is one that somebody can have. */
export function addressFault(chain: Chain, address: string): string | undefined {
  switch (chain.family) {
    case 'evm':
      return isAddress(address) ? graveFault(address.toLowerCase()) : notOf(chain);
    case 'tron': {
      const account = tronAccountOf(address);
      return account === undefined ? notOf(chain) : graveFault(account);
    }
    case 'solana':
      return decodeBase58(address)?.length === 32 ? listedFault(address) : notOf(chain);
    case 'ton': {
      const read = readTonAddress(address);
      if (!read) return notOf(chain);
      if (read.form.kind === 'friendly' && read.form.testOnly && !isTonTestNetwork(chain)) {
        return 'for test networks only';
      }
      if (read.workchain !== 0) return 'not of the base workchain';
      return read.hash.every((byte) => byte === 0) ? grave : undefined;
    }
    case 'bitcoin': {
      const parsed = parseBitcoinAddress(address, chain.network);
      if (!parsed.ok) return notOf(chain);
      const payload = readBitcoinScript(parsed.script)?.payload;
      return !payload || payload.every((byte) => byte === 0) ? grave : listedFault(parsed.address);
    }
    default:
      return assertNever(chain, 'chain');
  }
}

const grave = 'one that nobody can spend from';

function graveFault(account: string): string | undefined {
  return BigInt(account) <= mostBuiltIn ? grave : listedFault(account);
}

function listedFault(address: string): string | undefined {
  return burnt.has(address) ? grave : undefined;
}

function notOf({ name }: Chain): string {
  return `none of ${name}`;
}
