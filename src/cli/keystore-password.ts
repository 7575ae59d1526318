import type { Config } from '../config/config.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { keystoreNames } from '../keys/list-wallets.ts';
import { requirePassword } from '../keys/require-password.ts';
import type { CliIo } from './cli-io.ts';

/** Of a new password, in characters: a thief of the keystore files has unlimited guesses. */
const leastLength = 12;

/**
 * The configured password, or one that the user types. All wallets share one password: a new one
 * is accepted for the first wallet only.
 * @throws `KEYSTORE_PASSWORD_WRONG`, `KEYSTORE_PASSWORD_UNFIT`, `INPUT_NEEDED`
 */
export async function passwordForNewWallet(
  { dataFolder, keystorePassword }: Pick<Config, 'dataFolder' | 'keystorePassword'>,
  mayAsk: boolean,
  io: CliIo,
): Promise<string> {
  if ((await keystoreNames(dataFolder)).length > 0) {
    const password = keystorePassword ?? (await askFor('keystore password: ', mayAsk, io));
    await requirePassword(dataFolder, password);
    return password;
  }
  const question = `new keystore password, at least ${leastLength} characters: `;
  const password = keystorePassword ?? (await askFor(question, mayAsk, io));
  if ([...password].length < leastLength)
    throw unfit(`it has fewer than ${leastLength} characters`);
  if (keystorePassword === undefined && password !== (await io.askSecret('once more: '))) {
    throw unfit('the two entries differ');
  }
  return password;
}

export async function askFor(question: string, mayAsk: boolean, io: CliIo): Promise<string> {
  if (mayAsk) return io.askSecret(question);
  const remedy =
    'the password in FERRYMAN_KEYSTORE_PASSWORD_FILE, a phrase or key on standard input';
  throw new FerrymanError('INPUT_NEEDED', `cannot ask for input here: give ${remedy}`);
}

function unfit(why: string): FerrymanError {
  return new FerrymanError(
    'KEYSTORE_PASSWORD_UNFIT',
    `the password for the first wallet is refused: ${why}`,
  );
}
