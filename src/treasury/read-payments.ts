import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';

interface Payment {
  receiver: string;
  amount: string;
}

/**
 * The lines of a payroll: `receiver,amount` in any order of the columns, named in the first line.
 * Other columns are for people. Fields have no quotes: neither addresses nor amounts need any.
 * Throws `INVALID_RULE` with every fault.
 */
export function readPayments(csv: string): Payment[] {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  const titles = fieldsOf(lines[0] ?? '').map((title) => title.toLowerCase());
  const [receiverAt, amountAt] = [titles.indexOf('receiver'), titles.indexOf('amount')];
  const faults: Fault[] = [];
  if (receiverAt < 0 || amountAt < 0)
    faults.push(fault(1, 'does not name the columns receiver and amount'));
  const payments = lines.slice(1).flatMap((line, index) => {
    if (line.trim() === '' || faults.length > 100) return [];
    const number = index + 2;
    if (line.includes('"')) faults.push(fault(number, 'has a quote: write fields without quotes'));
    const fields = fieldsOf(line);
    if (fields.length !== titles.length)
      faults.push(
        fault(number, `has ${fields.length} fields, and the first line ${titles.length}`),
      );
    const [receiver = '', amount = ''] = [fields[receiverAt], fields[amountAt]];
    return [{ receiver, amount }];
  });
  if (faults.length > 0)
    throw new FerrymanError(
      'INVALID_RULE',
      `the CSV is malformed: ${faults.map(({ message }) => message).join('; ')}`,
      { faults },
    );
  return payments;
}

function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => field.trim());
}

function fault(line: number, message: string): Fault {
  return { pointer: '/csv', message: `line ${line} ${message}` };
}
