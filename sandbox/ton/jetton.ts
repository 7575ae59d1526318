import { createHash } from 'node:crypto';
import { type Address, beginCell, Cell, contractAddress, Dictionary } from '@ton/core';
import { JETTON_MINTER_CODE } from './artifacts/jetton-minter.ts';
import { JETTON_WALLET_CODE } from './artifacts/jetton-wallet.ts';

/** A contract before its deployment: initial state and address. */
interface NewContract {
  readonly address: Address;
  readonly init: { readonly code: Cell; readonly data: Cell };
}

interface JettonTerms {
  /** The account that may mint it. */
  readonly admin: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

interface JettonTransfer {
  /** The new owner. */
  readonly to: Address;
  readonly amount: bigint;
  readonly response: Address;
  /** The payload of the notification to the new owner, and its nanotons. */
  readonly forward?: { readonly coins: bigint; readonly payload: Cell };
}

const MINTER_CODE = Cell.fromBase64(JETTON_MINTER_CODE);
const WALLET_CODE = Cell.fromBase64(JETTON_WALLET_CODE);
/** Of contracts/jetton.fc; TEP-74 leaves it to the minter. */
const MINT = 21;
const TRANSFER = 0x0f8a7ea5;
/** TEP-64: prefixes of the on-chain property dictionary and of a text within it. */
const ONCHAIN_CONTENT = 0;
const SNAKE_FORMAT = 0;

/**
 * A jetton of TEP-74 with on-chain properties (TEP-64).
 * @param supply its initial total supply in base units. The address is that of a minter without
 *   supply
 */
export function jettonMinter({ admin, ...properties }: JettonTerms, supply: bigint): NewContract {
  const content = jettonContent(properties);
  const dataWith = (supplied: bigint): Cell =>
    beginCell()
      .storeCoins(supplied)
      .storeAddress(admin)
      .storeRef(content)
      .storeRef(WALLET_CODE)
      .endCell();
  const { address } = newContract(MINTER_CODE, dataWith(0n));
  return { address, init: { code: MINTER_CODE, data: dataWith(supply) } };
}

/** The address of an account's jetton wallet. */
export function jettonWalletAddress(minter: Address, owner: Address): Address {
  return jettonWallet(minter, owner, 0n).address;
}

/** @param balance its initial balance in base units */
export function jettonWallet(minter: Address, owner: Address, balance: bigint): NewContract {
  const dataWith = (held: bigint): Cell =>
    beginCell().storeCoins(held).storeAddress(owner).storeAddress(minter).endCell();
  const { address } = newContract(WALLET_CODE, dataWith(0n));
  return { address, init: { code: WALLET_CODE, data: dataWith(balance) } };
}

/**
 * The body of a transfer request to the owner's jetton wallet (TEP-74). Excess coins go to
 * `response`.
 * @param amount in base units
 */
export function transferBody({ to, amount, response, forward }: JettonTransfer): Cell {
  const body = beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(to);
  body
    .storeAddress(response)
    .storeBit(false)
    .storeCoins(forward?.coins ?? 0n);
  return body.storeMaybeRef(forward?.payload ?? null).endCell();
}

/** The body of the admin's mint request. @param amount in base units */
export function mintBody(receiver: Address, amount: bigint): Cell {
  return beginCell()
    .storeUint(MINT, 32)
    .storeUint(0, 64)
    .storeAddress(receiver)
    .storeCoins(amount)
    .endCell();
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
