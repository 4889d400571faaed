// Why a payment was declined. Gateways give one of a few codes; any other detail of a payment is already a sentence.
const declineWords: Readonly<Record<string, string>> = {
  card_declined: 'Its bank refused it',
  wallet_declined: 'Its provider refused it',
  insufficient_funds: 'Not enough funds',
  expired_card: 'The card has expired',
  authentication_required: 'Its owner would have had to approve it',
  processing_error: 'It could not be charged just then',
  method_unusable: 'It cannot be charged any more',
  amount_not_accepted: 'This amount is not taken',
  no_payment_gateway: 'Cards and wallets are not accepted here',
};

export function detailWords(detail: string): string {
  return declineWords[detail] ?? detail;
}
