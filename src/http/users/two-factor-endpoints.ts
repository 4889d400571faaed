// /two-factor: a user's own second factor.
// Tests: contract/two-factor.
import {
  readTwoFactor,
  setUpTwoFactor,
  switchTwoFactorOff,
  switchTwoFactorOn,
} from '../../application/users/two-factor.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import {
  RecoveryCodesReply,
  TwoFactorOffBody,
  TwoFactorOnBody,
  TwoFactorReply,
  TwoFactorSetupReply,
} from './user.ts';

export const read = endpoint(
  { summary: 'Your two-factor sign-in', reply: TwoFactorReply },
  async (app, { caller }) => {
    const { isOn, isRequired, recoveryCodes } = await readTwoFactor(app, signedIn(caller));
    return { is_on: isOn, is_required: isRequired, recovery_codes: recoveryCodes };
  },
);

export const setUp = endpoint(
  {
    summary: 'A new secret for your authenticator app',
    description: 'Nothing is stored until it is switched on with a code.',
    reply: TwoFactorSetupReply,
  },
  async (app, { caller }) => {
    const { secret, url, qrCode } = setUpTwoFactor(app, signedIn(caller));
    return { secret, url, qr_code: qrCode };
  },
);

export const switchOn = endpoint(
  {
    summary: 'Switch two-factor sign-in on',
    description: 'Every other device is signed out. The recovery codes replace earlier ones.',
    body: TwoFactorOnBody,
    reply: RecoveryCodesReply,
  },
  async (app, { caller, body, address }) => {
    const { secret, code, current_password: currentPassword } = body;
    const start = { secret, code, currentPassword };
    return { recovery_codes: await switchTwoFactorOn(app, signedIn(caller), start, address) };
  },
);

export const switchOff = endpoint(
  { summary: 'Switch two-factor sign-in off', body: TwoFactorOffBody, reply: noBody },
  (app, { caller, body, address }) =>
    switchTwoFactorOff(app, signedIn(caller), body.current_password, address),
);
