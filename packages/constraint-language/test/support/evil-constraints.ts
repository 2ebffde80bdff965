/** Expressions from advisories, articles and tests that hang backtracking engines, and similar expressions. */
export const evilConstraints: readonly string[] = [
  ...String.raw`(a+)+ (a*)* (a|a)* (a|aa)+ (a|a?)+ (.*a){10} (.*a){20} (a?){50}a{50} (x+x+)+y (a+)+$ ^(a+)+$`.split(
    ' ',
  ),
  ...String.raw`([a-z]+)* ([a-zA-Z]+)* (\w+\s?)* (\w+\s*)* (\d+)*x (0+)*1 (a*a*)* (a+|b+)* (ab|a|b)* (a|b|ab)*c`.split(
    ' ',
  ),
  ...String.raw`.*.*.*y .*.*.*.*.*z .*-.*-.*-.* \d+\d+\d+x \w+\w+\w+! a*a*a*a*a*b [^/]+[^/]+[^/]+x (.*)(.*)(.*)!`.split(
    ' ',
  ),
  ...String.raw`\w+[\w-]*\w+@\w+[\w.-]*\w+ [\w.+-]+@([\w-]+\.)+[a-z]{2,} ([\w-]+\.?)+@([\w-]+\.)+\w+`.split(
    ' ',
  ),
  ...String.raw`(([a-z0-9]+[.-]?)+)@(([a-z0-9]+[.-]?)+) ^(([a-z])+.)+[A-Z]([a-z])+$ ^(a|b|c|ab)*bc$`.split(
    ' ',
  ),
  ...String.raw`[a-z]+(-?[a-z]+)* ([a-z0-9]+-?)+ (-?[a-z0-9]+)+ ([a-z]+-)*[a-z]+-? [a-z-]+[a-z]+-[a-z-]+`.split(
    ' ',
  ),
  ...String.raw`(?=(a+)+$)a+ (?!(a+)+$)a*b (?=.*x)(?=.*y)(?=.*z).* (?:(?=.*x)a)* (?!.*(a|aa)+$).* (?=.*a.{5}).*`.split(
    ' ',
  ),
  ...String.raw`.*a.{8} .*a.{12} .{8}a.* .{12}a.* .{20}a.* [ab]*a[ab]{9} [ab]{9}a[ab]* (a|b)*a(a|b){15}`.split(
    ' ',
  ),
  ...String.raw`.{1,50}-.{1,50} .{1,200}-.{1,200} [\w-]{1,50}-[\w-]{1,50} [\w-]{1,99}-[\w-]{1,99}-[\w-]{1,99}`.split(
    ' ',
  ),
  ...String.raw`a{0,50}a{0,50}a{0,50}a{0,50} a{0,255}a{0,255} (a{1,3}){40} ((a{1,5}){1,5}){1,5} (a{0,20}b{0,20}){12}`.split(
    ' ',
  ),
  ...String.raw`(?:a|a){30} (?:a|b|c|d|e|f)*g (?:aa|aaa|aaaaa)+ (?:a{2}|a{3})+ (?:ab|ba|a|b){20} (?:a?b?c?)*d`.split(
    ' ',
  ),
  ...String.raw`\p{L}+\p{L}+\d (\p{L}|\p{N})+! (\p{Lu}?\p{Ll}+)+ [\p{L}\p{N}]*-[\p{L}\p{N}]*- (?:\p{L}|\p{Script=Greek})*`.split(
    ' ',
  ),
  ...String.raw`[^/]+-[^/]+-[^/]+\.html [^/]*[^/]*[^/]*\.php ([^/]+/)*[^/]+\.js (.+/)?(.+)\.(.+) .+/.+/.+/.+/.+`.split(
    ' ',
  ),
  ...String.raw`(\/[a-z]+)*\/? (.*\/)*x (.+\/?)+ (a\/?)* [a-z\/]*[a-z]*[\/]+[a-z]* (?:[a-z]+\/|[a-z]+)* .*\/.*\/.*\/.*`.split(
    ' ',
  ),
  ...String.raw`\b(a+\b)*b (\ba|a\b)* (?:\B.)*x (?:a\b|\Ba)*b ^.*^a$ (?:$|a)*b (?:^a|b)*c (a|^)*b`.split(' '),
  ...String.raw`(((((a*)*)*)*)*)* (((a|b)|(c|d))|((e|f)|(g|h)))* (?:(?:(?:a{9}){9}){9}) (?:(?:a{99}){99}) a{20000} (?:a?){3000}`.split(
    ' ',
  ),
]
