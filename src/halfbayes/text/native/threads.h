// Dealing work out to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace halfbayes {

// Runs work(worker) on each thread, or on fewer where no more can be started: work is dealt out among those
// that there are. The first exception is thrown again here.
template <class Work>
void on_threads(uint32_t threads, Work&& work) {
    if (threads <= 1) return work(0);
    std::exception_ptr error;
    std::mutex guard;
    auto safely = [&](uint32_t worker) {
        try {
            work(worker);
        } catch (...) {
            std::lock_guard lock(guard);
            if (!error) error = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    try {
        for (uint32_t worker = 1; worker < threads; ++worker) pool.emplace_back(safely, worker);
    } catch (const std::exception&) {  // no memory or no thread is left
    }
    safely(0);
    for (std::thread& thread : pool) thread.join();
    if (error) std::rethrow_exception(error);
}

// Calls work(worker, from, to) for pieces of 0..size until all are done.
template <class Work>
void in_pieces(uint32_t threads, size_t size, size_t piece, Work&& work) {
    std::atomic<size_t> next{0};
    const auto useful = static_cast<uint32_t>(std::min<size_t>(threads, size / std::max<size_t>(piece, 1) + 1));
    on_threads(useful, [&](uint32_t worker) {
        for (size_t from; (from = next.fetch_add(piece)) < size;)
            work(worker, from, std::min(size, from + piece));
    });
}

}  // namespace halfbayes
