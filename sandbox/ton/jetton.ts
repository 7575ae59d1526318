import { createHash } from 'node:crypto';
import { type Address, beginCell, Cell, contractAddress, Dictionary } from '@ton/core';
import { JETTON_MINTER_CODE } from './artifacts/jetton-minter.ts';
import { JETTON_WALLET_CODE } from './artifacts/jetton-wallet.ts';

/** A contract that is not there yet: what it begins with, and where. */
interface NewContract {
  readonly address: Address;
  readonly init: { readonly code: Cell; readonly data: Cell };
}

interface JettonTerms {
  /** May make more of it. */
  readonly admin: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

const MINTER_CODE = Cell.fromBase64(JETTON_MINTER_CODE);
const WALLET_CODE = Cell.fromBase64(JETTON_WALLET_CODE);
/** Of contracts/jetton.fc; TEP-74 leaves it to the minter. */
const MINT = 21;
/** TEP-64: what the dictionary of properties on the chain, and a text within it, begin with. */
const ONCHAIN_CONTENT = 0;
const SNAKE_FORMAT = 0;

/** A jetton of TEP-74, with its properties on the chain (TEP-64). */
export function jettonMinter({ admin, ...properties }: JettonTerms): NewContract {
  const data = beginCell()
    .storeCoins(0n)
    .storeAddress(admin)
    .storeRef(jettonContent(properties))
    .storeRef(WALLET_CODE)
    .endCell();
  return newContract(MINTER_CODE, data);
}

/** Where an account's balance of a jetton is. */
export function jettonWalletAddress(minter: Address, owner: Address): Address {
  const data = beginCell().storeCoins(0n).storeAddress(owner).storeAddress(minter).endCell();
  return newContract(WALLET_CODE, data).address;
}

/** What the admin has the minter do. @param amount in base units */
export function mintBody(receiver: Address, amount: bigint): Cell {
  return beginCell().storeUint(MINT, 32).storeUint(0, 64).storeAddress(receiver).storeCoins(amount).endCell();
}

function newContract(code: Cell, data: Cell): NewContract {
  const init = { code, data };
  return { address: contractAddress(0, init), init };
}

function jettonContent({ symbol, name, decimals }: Omit<JettonTerms, 'admin'>): Cell {
  const content = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [key, value] of Object.entries({ symbol, name, decimals: decimals.toString() })) {
    const text = beginCell().storeUint(SNAKE_FORMAT, 8).storeStringTail(value).endCell();
    content.set(createHash('sha256').update(key).digest(), text);
  }
  return beginCell().storeUint(ONCHAIN_CONTENT, 8).storeDict(content).endCell();
}
