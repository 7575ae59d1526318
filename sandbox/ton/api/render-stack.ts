import type { Cell, TupleItem } from '@ton/core';
import { z } from 'zod';
import { cellParam, integerParam } from './api-request.ts';

const number = z.union([
  integerParam,
  z
    .string()
    .regex(/^-?0x[0-9a-fA-F]+$/)
    .transform(parseHex),
]);

/** An argument of a get method, as toncenter accepts it. */
export const stackItem = z.union([
  z
    .tuple([z.enum(['num', 'number', 'int']), number])
    .transform(([, value]): TupleItem => ({ type: 'int', value })),
  z
    .tuple([z.enum(['cell', 'tvm.Cell']), cellParam])
    .transform(([, cell]): TupleItem => ({ type: 'cell', cell })),
  z
    .tuple([z.enum(['slice', 'tvm.Slice']), cellParam])
    .transform(([, cell]): TupleItem => ({ type: 'slice', cell })),
]);

function parseHex(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}

/**
 * An item of the stack in toncenter's form: a pair of kind and value. Slices are cells, null is an
 * empty list.
 */
export function renderStackItem(item: TupleItem): readonly [string, unknown] {
  switch (item.type) {
    case 'int':
      return ['num', renderHex(item.value)];
    case 'nan':
      return ['num', 'NaN'];
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }];
    case 'cell':
    case 'slice':
    case 'builder':
      return ['cell', { bytes: renderCell(item.cell) }];
    case 'tuple':
      return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(renderElement) }];
  }
}

/** An item within a tuple, in tonlib's form. */
function renderElement(item: TupleItem): object {
  switch (item.type) {
    case 'int':
      return { '@type': 'tvm.stackEntryNumber', number: renderDecimal(item.value.toString()) };
    case 'nan':
      return { '@type': 'tvm.stackEntryNumber', number: renderDecimal('NaN') };
    case 'null':
      return { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } };
    case 'cell':
    case 'builder':
      return {
        '@type': 'tvm.stackEntryCell',
        cell: { '@type': 'tvm.cell', bytes: renderCell(item.cell) },
      };
    case 'slice':
      return {
        '@type': 'tvm.stackEntrySlice',
        slice: { '@type': 'tvm.slice', bytes: renderCell(item.cell) },
      };
    case 'tuple':
      return {
        '@type': 'tvm.stackEntryTuple',
        tuple: { '@type': 'tvm.tuple', elements: item.items.map(renderElement) },
      };
  }
}

function renderDecimal(text: string) {
  return { '@type': 'tvm.numberDecimal', number: text };
}

function renderHex(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

function renderCell(cell: Cell): string {
  return cell.toBoc().toString('base64');
}
