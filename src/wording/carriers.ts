// Carriers, their accounts and files: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const carriersProblems = {
  no_carriers_folder: () =>
    'There is no folder for carriers of your own. Set CARRIERS_DIR and restart, or copy the files yourself.',
  files_have_mistakes: () => 'These files have mistakes and would not be used. Check them first.',
  folder_name: () => 'A carrier’s folder is named in small letters, digits, - and _.',
  number_of_files: (data) => `Send 1 to ${data.most} files.`,
  file_path: (data) =>
    `"${data.value}" is not the path of a JSON or CSV file in a carrier’s folder. Names that begin with . or _ are not read.`,
  account_unfit: ({ reason }) => (/[.)]$/.test(reason) ? reason : `${reason}.`),
  lane_not_served: ({ carrier, suburb, because }) =>
    `${carrier} does not serve ${suburb}: ${because}.`,
  not_for_members: ({ carrier }) =>
    `${carrier} can't be connected: it does not both price and take bookings over the network.`,
  policy_unfit: ({ policy, because, carrier }, field) =>
    `${field} ${policy} is not possible: ${because === 'own_account' ? "a member's own account is always live" : `${carrier} cannot be asked for prices`}. Leave it out.`,
} satisfies Partial<ProblemSentences>;
