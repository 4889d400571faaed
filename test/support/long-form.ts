// `npm run test:long` sets TESTS=long, which makes some tests run longer. Each such test describes its two forms.

export const isLong = process.env.TESTS === 'long';
