// /addresses…: the member's address book.
// Tests: contract/addresses.
import { Type } from 'typebox';
import {
  changeAddress,
  importAddresses,
  listAddresses,
  removeAddress,
  saveAddress,
} from '../../application/addresses/address-book.ts';
import { mostAddresses, savedAddressId } from '../../domain/addresses/saved-address.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { bodyLimitBytes } from '../server/error-answers.ts';
import { PageParam, parseSearch } from '../server/list-query.ts';
import { IdParam, wholeNumberParam } from '../server/whole-number.ts';
import {
  AddressesImportReply,
  addressColumns,
  parseAddressFile,
  parseSavedAddress,
  presentAddressesImport,
  presentSavedAddress,
  SavedAddressBody,
  SavedAddressReply,
} from './saved-address.ts';

const params = Type.Object({ id: IdParam.schema });
const noAddress = { 404: 'No such address of yours' };

const addressesPerPage = 50;
const LimitParam = wholeNumberParam('limit', { least: 1, most: addressesPerPage });

export const list = endpoint(
  {
    summary: 'The address book',
    description: `By company or name, ${addressesPerPage} a page. q is the beginnings of words of the company, name, street, suburb or postcode.`,
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(LimitParam.blankOrSchema),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    reply: Type.Array(SavedAddressReply),
  },
  async (app, { caller, query: { q, limit, page } }) => {
    const found = await listAddresses(app, signedIn(caller), {
      text: parseSearch(q),
      limit: LimitParam.read(limit || String(addressesPerPage)),
      page: PageParam.read(page || '1'),
    });
    return found.map(presentSavedAddress);
  },
);

export const save = endpoint(
  {
    summary: 'Save an address',
    description: `An address with the same name, street and place is replaced. At most ${mostAddresses}.`,
    body: SavedAddressBody,
    readsBodyItself: true,
    stores: true,
    refusals: { 422: 'The address book is full' },
    reply: SavedAddressReply,
  },
  async (app, { caller, body }) => {
    const saved = await saveAddress(app, signedIn(caller), parseSavedAddress(body));
    return presentSavedAddress(saved);
  },
);

export const change = endpoint(
  {
    summary: 'Replace an address',
    params,
    body: SavedAddressBody,
    readsBodyItself: true,
    refusals: noAddress,
    reply: SavedAddressReply,
  },
  async (app, { caller, params: { id }, body }) =>
    presentSavedAddress(
      await changeAddress(
        app,
        signedIn(caller),
        savedAddressId(IdParam.read(id)),
        parseSavedAddress(body),
      ),
    ),
);

export const remove = endpoint(
  { summary: 'Remove an address', params, refusals: noAddress, reply: noBody },
  (app, { caller, params: { id } }) =>
    removeAddress(app, signedIn(caller), savedAddressId(IdParam.read(id))),
);

const fileBody = Type.Object({
  csv: Type.String({
    maxLength: bodyLimitBytes,
    description: `The first line names the columns: ${addressColumns.join(', ')}. type is business or home`,
  }),
});

const importing = (isPreview: boolean, summary: string, description: string) =>
  endpoint(
    {
      summary,
      description,
      body: fileBody,
      refusals: { 422: 'The address book would be too long' },
      reply: AddressesImportReply,
    },
    async (app, { caller, body }) => {
      const lines = parseAddressFile(body.csv);
      return presentAddressesImport(
        await importAddresses(app, signedIn(caller), lines, { isPreview }),
      );
    },
  );

export const preview = importing(
  true,
  'What importing a file of addresses would do',
  'Nothing is changed.',
);

export const importFile = importing(
  false,
  'Import a file of addresses',
  'A line that is refused stops no other. The same file again changes nothing.',
);
