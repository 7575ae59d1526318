import type { Cell, Slice } from '@ton/core';
import type { BodyField } from '../../../guard/policy/guard-policy.ts';
import { rawTonAddress } from '../formats/address.ts';

/** What a body says in the fields that have a role. */
export interface DescribedBody {
  /**
   * Whom it pays: canonical addresses of TON, or numbers of the width of the field in hex.
   * `undefined`: nobody.
   */
  receivers: (string | undefined)[];
  /** Base units of the bought token. */
  minimums: bigint[];
  /** Who gets back what is not used. `undefined`: nobody. */
  owners: (string | undefined)[];
}

/**
 * Reads the fields behind a body's operation. `undefined` unless they are all that is there, to the
 * last bit and cell.
 */
export function readDescribedBody(
  body: Cell,
  fields: readonly BodyField[],
): DescribedBody | undefined {
  const found: DescribedBody = { receivers: [], minimums: [], owners: [] };
  try {
    if (body.isExotic) return undefined;
    readFields(body.beginParse().skip(32), fields, found);
    return found;
  } catch {
    return undefined;
  }
}

function readFields(slice: Slice, fields: readonly BodyField[], found: DescribedBody): void {
  for (const field of fields) readField(slice, field, found);
  slice.endParse();
}

function readField(slice: Slice, field: BodyField, found: DescribedBody): void {
  switch (field.type) {
    case 'uint': {
      const number = slice.loadUintBig(field.bits);
      if (field.role === 'receiver')
        found.receivers.push(number.toString(16).padStart(Math.ceil(field.bits / 4), '0'));
      return;
    }
    case 'coins': {
      const amount = slice.loadCoins();
      if (field.role === 'minimum') found.minimums.push(amount);
      return;
    }
    case 'address': {
      const address = readAddress(slice);
      if (field.role === 'receiver') found.receivers.push(address);
      if (field.role === 'owner') found.owners.push(address);
      return;
    }
    case 'absent':
      if (slice.loadBit()) throw new RangeError('a value is there that should not be');
      return;
    case 'ref': {
      const cell = slice.loadRef();
      if (cell.isExotic) throw new RangeError('a cell is no ordinary one');
      readFields(cell.beginParse(), field.fields, found);
      return;
    }
  }
}

function readAddress(slice: Slice): string | undefined {
  const address = slice.loadMaybeAddress();
  if (!address) return undefined;
  const { workChain: workchain, hash } = address;
  if (workchain !== 0 && workchain !== -1)
    throw new RangeError(`workchain ${workchain} does not exist`);
  return rawTonAddress({ workchain, hash });
}
