import { tmpdir } from 'node:os';
import { createSecretSealer } from '../../src/keys/create-secret-sealer.ts';

/** At least as long as one has to be. */
export const testIntakeSecret = 'the intake secret of all the tests';

/** For journals without a Ferryman. */
export const sealer = createSecretSealer({
  intakeSecret: testIntakeSecret,
  dataFolder: tmpdir(),
});
