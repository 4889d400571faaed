// What is wrong with the address of a webhook endpoint. In a file of its own, because problems of values refer to it, and
// endpoints refer to problems.
export type AddressFault = 'not_an_address' | 'not_https' | 'with_credentials' | 'not_public';
