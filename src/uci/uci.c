// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/uci.h"

static bool must_end(Session *session)
{
    return session->has_quit || atomic_load(session->interrupted) ||
           report_has_failed(session->report);
}

void uci_finish_search(Session *session, LineReader *reader)
{
    // Every bestmove wakes the reader.
    while (atomic_load(&session->is_searching) && !session->search_is_endless && !must_end(session))
        line_reader_wait_for_wake(reader, session->interrupted);
    search_stop(engine_search(session->engine));
    search_wait(engine_search(session->engine));
}

void uci_run(Session *session, LineReader *reader)
{
    while (!must_end(session)) {
        Text line;
        ErrorText error;
        switch (line_reader_next(reader, session->interrupted, &line)) {
        case INPUT_LINE:
            report_log_input(session->report, line);
            if (session_execute(session, line, &error) != STATUS_OK)
                session_report_failure(session, &error, false);
            break;
        case INPUT_OVERLONG:
            report_note(session->report,
                        "a line of more than %d bytes, or than memory holds, was ignored",
                        LINE_BYTES_MAX);
            break;
        case INPUT_WOKEN: break;
        case INPUT_END: uci_finish_search(session, reader); return;
        }
    }
}
