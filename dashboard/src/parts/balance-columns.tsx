import type { Balance } from 'ferryman-client';
import { placesOf } from './aligned-amount.tsx';
import { column } from './data-table.tsx';
import { TokenAmount } from './token-amount.tsx';
import { TokenName } from './token-name.tsx';

/** With the digits after the point that its columns have. */
export type BalanceRow = Balance & {
  places: { balance: number; reserved: number; inFlight: number };
};

/** What every table of balances has. */
export function balanceColumns<Row extends BalanceRow>() {
  return [
    column<Row>('wallet', 'Wallet', ({ wallet }) => wallet),
    column<Row>('chain', 'Chain', ({ chain }) => chain),
    column<Row>('token', 'Token', ({ token, symbol }) => (
      <TokenName token={token} symbol={symbol} />
    )),
    column<Row>(
      'balance',
      'Settled',
      ({ balance, balanceBaseUnits, places }) => (
        <TokenAmount amount={balance} baseUnits={balanceBaseUnits} places={places.balance} />
      ),
      'end',
    ),
    column<Row>(
      'reserved',
      'Reserved of it',
      ({ reserved, reservedBaseUnits, places }) => (
        <TokenAmount amount={reserved} baseUnits={reservedBaseUnits} places={places.reserved} />
      ),
      'end',
    ),
    column<Row>(
      'in-flight',
      'In flight',
      ({ inFlight, inFlightBaseUnits, places }) => (
        <TokenAmount amount={inFlight} baseUnits={inFlightBaseUnits} places={places.inFlight} />
      ),
      'end',
    ),
    column<Row>('block', 'Read at block', ({ block }) => block, 'end'),
  ];
}

export function balanceRows<Row extends Balance>(balances: readonly Row[]): (Row & BalanceRow)[] {
  const places = {
    balance: placesOf(balances.map(({ balance }) => balance)),
    reserved: placesOf(balances.map(({ reserved }) => reserved)),
    inFlight: placesOf(balances.map(({ inFlight }) => inFlight)),
  };
  return balances.map((balance) => ({ ...balance, places }));
}
