import { signerSuite } from '../conformance/signer.ts';
import { signerApart } from '../support/signer-apart.ts';

signerSuite('in the process of the workers', async () => ({ close: async () => undefined }));
signerSuite('behind a socket', () => signerApart());
