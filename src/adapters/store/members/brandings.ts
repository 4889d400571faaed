// Members' brandings. Tracking pages and e-mails read them without the logo, which has an address of its own.
import type { Brandings } from '../../../application/ports.ts';
import { type Logo, noBranding } from '../../../domain/members/branding.ts';
import type { Access } from '../access.ts';
import { first, run } from '../statements.ts';

export function brandingsOver({ read, write }: Access): Brandings {
  return {
    find: async (memberId) =>
      (await first(
        read
          .selectFrom('brandings')
          .select(['name', 'colour', 'message', 'contact', 'logo_digest'])
          .where('member_id', '=', memberId),
        ({ logo_digest: logoDigest, ...texts }) => ({ ...texts, logoDigest }),
      )) ?? { ...texts, logoDigest: '' },
    findLogo: (digest) =>
      first(
        read
          .selectFrom('brandings')
          .select(['logo_type', 'logo_base64'])
          .where('logo_digest', '=', digest)
          .limit(1),
        (row): Logo => ({
          mediaType: row.logo_type as Logo['mediaType'],
          base64: row.logo_base64,
        }),
      ),
    put: (memberId, { name, colour, message, contact }, logo) => {
      const values = {
        ...{ name, colour, message, contact },
        ...(logo === 'keep'
          ? {}
          : {
              logo_digest: logo?.digest ?? '',
              logo_type: logo?.mediaType ?? '',
              logo_base64: logo?.base64 ?? '',
            }),
      };
      return run(write, (db) =>
        db
          .insertInto('brandings')
          .values({
            member_id: memberId,
            logo_digest: '',
            logo_type: '',
            logo_base64: '',
            ...values,
          })
          .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values)),
      );
    },
  };
}

const { logo: _none, ...texts } = noBranding;
