// The look of a required field.
import classes from './book.module.css';

/** The star is drawn by CSS, because screen readers already announce the field as required. */
export const needed = {
  required: true,
  withAsterisk: false,
  labelProps: { className: classes.needed },
};
