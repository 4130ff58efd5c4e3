# SPDX-License-Identifier: GPL-3.0-or-later
# Shows Doxygen the plain comments of a header as documentation, line for line:
#
#   the comment at the head           the file's; "What this part is for:" goes
#   a comment above a declaration     ///
#   a comment behind a member         ///<, and so the lines below it that stand in its column
#   declarations in one paragraph     the comment above the first is said of each
#
# Comments in the bodies of functions stay as they are, and what Doxygen would take for a command
# or a tag is written so that it does not.

# TEXT with the signs escaped that mean something to Doxygen, but not between backquotes, where they
# mean nothing. `is_code` says whether that is so at the beginning of a line.
function plain(text,    out, i, sign) {
    out = ""
    for (i = 1; i <= length(text); i++) {
        sign = substr(text, i, 1)
        if (sign == "`")
            is_code = !is_code
        else if (!is_code && index("\\@<>#&%|", sign))
            sign = "\\" sign
        out = out sign
    }
    return out
}

FNR == 1 {
    in_head = /SPDX-License-Identifier/
    print in_head ? "/// @file" : $0
    next
}

in_head && /^\/\// {
    sub(/^\/\/ ?/, "")
    if (sub(/^What this part is for: /, ""))
        $0 = toupper(substr($0, 1, 1)) substr($0, 2)
    print "/// " plain($0)
    next
}

{ in_head = 0 }

# The house style opens only the body of a function in a column of its own.
/^\{/ { in_body = 1 }
/^\}/ { in_body = is_complete = 0 }
in_body || /^[ \t]*#/ {
    column = 0
    print
    next
}

/^[ \t]*\/\// {
    at = index($0, "//")
    sign = at == column ? "///<" : "///"
    if (sign == "///" && !in_comment) {
        is_code = 0
        comment = ""
    }
    in_comment = 1
    line = substr($0, 1, at - 1) sign plain(substr($0, at + 2))
    if (at == 1)
        comment = comment line "\n"
    print line
    next
}

/^$/ { comment = "" }

# A further declaration of the paragraph.
/^[A-Za-z_]/ && !in_comment && is_complete { printf "%s", comment }

{
    in_comment = 0
    is_complete = /;( \/\/.*)?$/
}

# A comment behind code: of our headers none has two slashes in a string.
(at = index($0, " // ")) {
    column = at + 1
    is_code = 0
    print substr($0, 1, at) "///<" plain(substr($0, at + 3))
    next
}

{
    column = 0
    print
}
