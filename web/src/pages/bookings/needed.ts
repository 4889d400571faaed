// What a field that can not be left out looks like.
import classes from './book.module.css';

/** The star is drawn, not written: whoever listens hears that it is required. */
export const needed = {
  required: true,
  withAsterisk: false,
  labelProps: { className: classes.needed },
};
