// The style of the public tracking page: light or dark by the reader's setting, one column that fits a phone, no
// resources of other hosts. The page's security policy contains its digest, so it must be a constant.

import { palette, typeface } from '../server/pages/brand.ts';

export const trackingStyle = `
${palette}
${typeface}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;font-size:16px;line-height:1.5;color:var(--ink);background:var(--page);overflow-wrap:anywhere}
header,main,footer{max-width:44rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.25rem;padding-bottom:1rem}
.brand{display:inline-flex;align-items:center;gap:.55rem;font-weight:700;letter-spacing:-.01em;color:var(--ink);text-decoration:none;font-size:1.05rem}
.brand svg{display:block}
.brand img{display:block;height:2.75rem;width:auto;max-width:min(16rem,80vw);object-fit:contain;object-position:left}
header.band{background:var(--brand);max-width:42rem;padding:.9rem 1.5rem;margin:1.25rem auto 1rem;border-radius:.9rem}
.band .brand,.band .brand span{color:#fff}
.band a:focus-visible{outline-color:#fff}
@media (max-width:44rem){header.band{margin:1rem}}
.brand span{color:var(--soft);font-weight:500}
.card{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1.5rem;margin:0 0 1rem}
.card>:first-child{margin-top:0}
.card>:last-child{margin-bottom:0}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between}
h1{font-size:1.7rem;line-height:1.2;letter-spacing:-.02em;margin:.8rem 0 .4rem;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 .9rem}
p{margin:.35rem 0}
.soft{color:var(--soft)}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.95em;color:var(--ink)}
.badge{display:inline-block;font-weight:600;font-size:.85rem;padding:.2rem .7rem;border-radius:2rem;background:var(--infobg);color:var(--accent)}
.badge.good{background:var(--goodbg);color:var(--good)}
.badge.warn{background:var(--warnbg);color:var(--warn)}
.note{border-radius:.6rem;padding:.7rem .9rem;background:var(--warnbg);color:var(--warn);margin:.9rem 0 0}
.eta{margin-top:.9rem;padding-top:.9rem;border-top:1px solid var(--line)}
.eta strong{font-size:1.1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-top:1px solid var(--line)}
.steps{list-style:none;margin:1.4rem 0 .2rem;padding:0;display:flex}
.steps li{flex:1;position:relative;text-align:center;font-size:.8rem;line-height:1.25;color:var(--soft);padding:1.75rem .2rem 0}
.steps li::before{content:"";position:absolute;top:.22rem;left:50%;width:1rem;height:1rem;margin-left:-.5rem;border-radius:50%;background:var(--track);z-index:1}
.steps li::after{content:"";position:absolute;top:.6rem;right:50%;width:100%;height:.22rem;background:var(--track)}
.steps li:first-child::after{display:none}
.steps li.done{color:var(--ink)}
.steps li.done::before,.steps li.done::after{background:var(--accent)}
.steps li[aria-current]{font-weight:700}
.steps li[aria-current]::before{box-shadow:0 0 0 .28rem var(--infobg)}
.good .steps li.done::before,.good .steps li.done::after{background:var(--good)}
.good .steps li[aria-current]::before{box-shadow:0 0 0 .28rem var(--goodbg)}
.warn .steps li[aria-current]::before{background:var(--warn);box-shadow:0 0 0 .28rem var(--warnbg)}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-end;margin-top:.9rem}
label{display:block;flex:1 1 12rem;font-weight:600;font-size:.9rem}
label.short{flex:0 1 11rem}
input{display:block;width:100%;margin-top:.3rem;font:inherit;font-size:1rem;font-weight:400;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:.5rem;padding:.6rem .75rem}
button{font:inherit;font-weight:600;border:0;border-radius:.5rem;padding:.66rem 1.3rem;background:var(--accent);color:var(--on);cursor:pointer}
form+p{margin-top:.8rem;font-size:.9rem}
a{color:var(--accent)}
a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.45rem 1.2rem;margin:0}
dt{color:var(--soft)}
dd{margin:0}
.events{list-style:none;margin:0;padding:0}
.events li{position:relative;padding:0 0 1.15rem 1.6rem}
.events li:last-child{padding-bottom:0}
.events li::before{content:"";position:absolute;left:.15rem;top:.42rem;width:.7rem;height:.7rem;border-radius:50%;background:var(--track)}
.events li:first-child::before{background:var(--accent)}
.events li.warn::before{background:var(--warn)}
.events li.good::before{background:var(--good)}
.events li::after{content:"";position:absolute;left:.44rem;top:1.35rem;bottom:-.2rem;width:.12rem;background:var(--line)}
.events li:last-child::after{display:none}
.events .what{font-weight:600}
.events .when{color:var(--soft);font-size:.9rem}
.when span+span::before{content:" · "}
.piece{margin:1.3rem 0 .8rem;font-size:.95rem;color:var(--soft)}
.piece:first-of-type{margin-top:0}
footer{color:var(--soft);font-size:.85rem;padding-bottom:2rem}
@media (max-width:34rem){
.card{padding:1.15rem}
h1{font-size:1.4rem}
label,label.short{flex:1 1 100%}
button{width:100%}
.steps{display:block;margin-top:1.2rem}
.steps li{display:block;text-align:left;font-size:.95rem;padding:0 0 1rem 1.9rem}
.steps li:last-child{padding-bottom:0}
.steps li::before{left:0;margin-left:0;top:.1rem}
.steps li::after{display:block;left:.39rem;right:auto;top:-1.2rem;width:.22rem;height:1.4rem}
.steps li:first-child::after{display:none}
.when span{display:block}
.when span+span::before{content:none}
}
@media print{body{background:#fff}.card{border:0;padding:.5rem 0}form{display:none}}
`;
