// Whether tests run in their long form: `npm run test:long` sets TESTS=long. Each test says what its two forms are.

export const isLong = process.env.TESTS === 'long';
