// /member
import { endpoint, signedIn } from '../endpoint.ts';
import { MemberReply, presentMember } from '../wire/member.ts';

export const read = endpoint(
  {
    summary: 'Member details',
    description: 'The member that the credentials belong to. Also the way to check credentials.',
    reply: MemberReply,
  },
  async (_app, { caller }) => presentMember(signedIn(caller).member),
);
