// Name and logo: the letter L as a road with an ochre line.
import classes from './brand.module.css';

export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7.5" fill="#1b7454" />
      <g transform="translate(-.6 .6)" fill="none">
        <path d="M11 5.500v11A4.500 4.500 0 0 0 15.500 21H27" stroke="#fff" strokeWidth="8.4" />
        <path
          d="M11 6.800v9.700A4.500 4.500 0 0 0 15.500 21H26"
          stroke="#ec9a20"
          strokeWidth="1.9"
          strokeDasharray="3.3 2.5"
        />
      </g>
    </svg>
  );
}

export function Brand({ size = 30 }: { size?: number }) {
  return (
    <span className={classes.brand}>
      <Mark size={size} />
      <span>Linehaul</span>
    </span>
  );
}
