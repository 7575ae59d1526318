import type { Column, Layout, Row } from './render-table.ts';
import { renderTable } from './render-table.ts';
import { shortId } from './short-id.ts';
import { showAge } from './show-time.ts';
import type { SwapAnswer } from './swap-answer.ts';
import { tokenLabel } from './token-label.ts';

const columns: readonly Column[] = [
  { title: 'swap' },
  { title: 'age', align: 'right' },
  { title: 'amount', align: 'right' },
  { title: 'from' },
  { title: 'to' },
  { title: 'state' },
  { title: 'funds' },
  { title: 'level' },
];

const wideColumns: readonly Column[] = [
  ...columns,
  { title: 'wallet' },
  { title: 'provider' },
  { title: 'created' },
  { title: 'reason' },
];

/**
 * Swaps as a table. A reason stands below its swap, cut to one line: it is not there to be copied.
 * @param now milliseconds since the epoch
 */
export function showSwapList(swaps: readonly SwapAnswer[], now: number, layout: Layout): string {
  const { wide, width } = layout;
  const rows = swaps.map((swap): Row => {
    const { id, state, fundsState, amount, from, to, reason, createdAt, level = '' } = swap;
    const why = reason && `${reason.code}: ${reason.message}`;
    const cells = [
      wide ? id : shortId(id),
      showAge(now - Date.parse(createdAt)),
      amount,
      `${tokenLabel(from)} ${from.chain}`,
      `${tokenLabel(to)} ${to.chain}`,
      state,
      fundsState,
      level,
    ];
    if (!wide) return { cells, below: why && cut(why, width - shortId(id).length - 2) };
    return {
      cells: [...cells, swap.wallet.name, swap.order?.provider ?? '', createdAt, why ?? ''],
    };
  });
  return renderTable(wide ? wideColumns : columns, rows, layout);
}

function cut(text: string, longest: number): string {
  const characters = [...text.replaceAll('\n', ' ')];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
